// Package out gives a hall to the world: a tree of files, on the disk and over HTTP, and pushes to
// Lichess.
//
// A file is replaced by rename, so that no reader sees half of one. HTTP serves the same bytes
// from memory, in UTF-8. Responses have strong ETags, allow pages of any origin to read them, and
// let caches keep them for a second; a reader that has the present bytes gets status 304. Each
// version is compressed once, for readers that take gzip. Nothing is redirected, because some
// readers follow no redirect.
package out

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
)

// Files is a tree of files. The zero value holds none and writes to no disk.
type Files struct {
	Folder string // "": the files are in memory only

	mu    sync.RWMutex
	files map[string]*file
}

type file struct {
	Content
	disk bool // whether the disk has these bytes
}

// Part is a piece of a file, with its hash. Files compares and hashes a file by the hashes of its
// parts. So a part that does not change only costs a copy.
type Part struct {
	text []byte
	sum  [sha256.Size]byte
}

// NewPart returns a part. The caller must not change text any more.
func NewPart(text []byte) *Part { return &Part{text, sha256.Sum256(text)} }

// etag returns the strong ETag of a file. Files with different bytes have different ones.
func etag(parts []*Part) string {
	sum := sha256.New()
	for _, p := range parts {
		sum.Write(p.sum[:])
	}
	return fmt.Sprintf(`"%x"`, sum.Sum(nil)[:16])
}

// Put replaces a file if its parts have changed, and reports whether they have. name is the path
// below the folder. With an error the disk does not have the file, and the next Put tries again.
func (f *Files) Put(name string, parts ...*Part) (bool, error) {
	f.mu.RLock()
	old := f.files[name]
	f.mu.RUnlock()
	tag := etag(parts)
	same := old != nil && old.etag == tag
	if same && old.disk {
		return false, nil
	}
	next := &file{Content: Content{data: join(parts), etag: tag}}
	err := f.write(name, next.data, old != nil)
	next.disk = err == nil
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.files == nil {
		f.files = map[string]*file{}
	}
	f.files[name] = next
	return !same, err
}

// join returns the bytes of a file.
func join(parts []*Part) []byte {
	if len(parts) == 1 {
		return parts[0].text
	}
	size := 0
	for _, p := range parts {
		size += len(p.text)
	}
	data := make([]byte, 0, size)
	for _, p := range parts {
		data = append(data, p.text...)
	}
	return data
}

// Remove takes a file away, if it is there.
func (f *Files) Remove(name string) {
	f.mu.Lock()
	delete(f.files, name)
	f.mu.Unlock()
	if f.Folder != "" {
		os.Remove(filepath.Join(f.Folder, filepath.FromSlash(name)))
	}
}

// write replaces a file on the disk. Before the first write of this program it looks whether the
// disk has the same bytes already.
func (f *Files) write(name string, data []byte, ours bool) error {
	if f.Folder == "" {
		return nil
	}
	target := filepath.Join(f.Folder, filepath.FromSlash(name))
	if !ours {
		if old, err := os.ReadFile(target); err == nil && bytes.Equal(old, data) {
			return nil
		}
	}
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return err
	}
	temporary := filepath.Join(filepath.Dir(target), "."+filepath.Base(target)+".new")
	if err := os.WriteFile(temporary, data, 0o644); err != nil {
		os.Remove(temporary)
		return err
	}
	return os.Rename(temporary, target)
}

// types maps extensions to content types.
var types = map[string]string{".pgn": "text/plain; charset=utf-8", ".json": "application/json; charset=utf-8"}

// ServeHTTP serves the files. It answers GET and HEAD only.
func (f *Files) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("X-Content-Type-Options", "nosniff")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		http.Error(w, "files can only be read", http.StatusMethodNotAllowed)
		return
	}
	f.mu.RLock()
	found := f.files[strings.TrimPrefix(r.URL.Path, "/")]
	f.mu.RUnlock()
	if found == nil {
		http.Error(w, "there is no such file", http.StatusNotFound)
		return
	}
	h.Set("Content-Type", types[path.Ext(r.URL.Path)])
	h.Set("Cache-Control", "public, max-age=1, stale-while-revalidate=5")
	found.Serve(w, r)
}
