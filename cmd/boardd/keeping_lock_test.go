package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/boardd/boardd/cmd/boardd/journal"
	"github.com/boardd/boardd/transport"
)

// troubleOf waits until a trouble of a kind is told, or is over.
func troubleOf(t *testing.T, k *keeping, what transport.Trouble, over bool) string {
	t.Helper()
	for late := time.After(20 * time.Second); ; {
		select {
		case got := <-k.trouble:
			if got.what == what && (got.text == "") == over {
				return got.text
			}
		case <-late:
			t.Fatalf("%v is not told, or not over", what)
		}
	}
}

// unmakeable is a board's folder that cannot be made until mend is called.
func unmakeable(t *testing.T) (folder string, mend func()) {
	t.Helper()
	site := filepath.Join(t.TempDir(), "hall")
	if err := os.WriteFile(site, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(site, "b07"), func() {
		if err := os.Remove(site); err != nil {
			t.Fatal(err)
		}
	}
}

func (k *keeping) closeAll() {
	k.journal.Close()
	k.close()
}

// TestKeepingLate: the disk does not work when boardd starts, and works later. What is
// kept is kept from then on, both alerts are over, and no second boardd is let in.
func TestKeepingLate(t *testing.T) {
	t.Parallel()
	folder, mend := unmakeable(t)
	k, _, err := openKeeping(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer k.closeAll()
	if text := troubleOf(t, k, transport.JournalFailing, false); !strings.Contains(text, "not a directory") {
		t.Errorf("told %q", text)
	}
	troubleOf(t, k, transport.OutboxFailing, false)
	mend()
	k.journal.Add(journal.Entry{Begin: true, Lines: []byte("#! boardd-log 1\n"), Sync: true})
	troubleOf(t, k, transport.JournalFailing, true)
	troubleOf(t, k, transport.OutboxFailing, true)
	if _, _, err := openKeeping(folder); err == nil || !strings.Contains(err.Error(), "another boardd") {
		t.Errorf("a second one: %v", err)
	}
}

// TestKeepingDenied: until the disk works again, another boardd has begun. What this
// one knows of the folder is no longer true: it writes nothing, not even when the
// other has ended.
func TestKeepingDenied(t *testing.T) {
	t.Parallel()
	folder, mend := unmakeable(t)
	k, _, err := openKeeping(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer k.closeAll()
	mend()
	other, _, err := openKeeping(folder)
	if err != nil {
		t.Skip("the outbox has been tried again meanwhile")
	}
	first := k.ready()
	other.closeAll()
	for _, err := range []error{first, k.ready()} {
		if !errors.Is(err, unix.EWOULDBLOCK) || !strings.Contains(err.Error(), "another boardd") {
			t.Errorf("got %v", err)
		}
	}
}

// TestKeepingLockFirst: what a running boardd keeps is not touched by a second one that
// is refused, even if it is damaged.
func TestKeepingLockFirst(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	k, _, err := openKeeping(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer k.closeAll()
	name := filepath.Join(folder, "journal", "000001.log")
	if err := os.WriteFile(name, []byte("#! boardd-log 1\n0 rubbish\n# sum 00000000\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, past, err := openKeeping(folder); err == nil || past.Number != 0 {
		t.Errorf("read file %d, %v", past.Number, err)
	}
	if _, err := os.Stat(name); err != nil {
		t.Error(err)
	}
}

// TestKeepingReadOnly starts on a file system that is read-only, as the kernel makes
// one that it finds damaged: that is what is told, and when it is mended all is kept.
func TestKeepingReadOnly(t *testing.T) {
	t.Parallel()
	disk := newLoopDisk(t, 2<<20)
	disk.run("mount", "-o", "remount,ro", disk.folder)
	k, _, err := openKeeping(filepath.Join(disk.folder, "hall", "b07"))
	if err != nil {
		t.Fatal(err)
	}
	defer k.closeAll()
	for _, what := range []transport.Trouble{transport.JournalFailing, transport.OutboxFailing} {
		if text := troubleOf(t, k, what, false); !strings.Contains(text, "read-only file system") {
			t.Errorf("%v: %q", what, text)
		}
	}
	disk.run("mount", "-o", "remount,rw", disk.folder)
	k.journal.Add(journal.Entry{Begin: true, Lines: []byte("#! boardd-log 1\n"), Sync: true})
	troubleOf(t, k, transport.JournalFailing, true)
	troubleOf(t, k, transport.OutboxFailing, true)
}
