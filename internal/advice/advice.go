// Package advice says what to do about errors that the system words for programmers.
package advice

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"strings"
	"syscall"
)

// advices are what to do about errors that the system words for programmers.
var advices = []struct {
	is error
	do string
}{
	{syscall.ECONNREFUSED, "nothing listens there: is the broker running, and are host and port right?"},
	{syscall.EADDRINUSE, "another program listens there: name another port"},
	{syscall.EADDRNOTAVAIL, "this machine has no such address"},
	{syscall.EHOSTUNREACH, "no way leads there: is the network up, and the host's name right?"},
	{syscall.ENETUNREACH, "no way leads there: is the network up?"},
	{syscall.ETIMEDOUT, "nobody answers there: is the host right, and does a firewall let it through?"},
	{os.ErrDeadlineExceeded, "nobody answers there: is the host right, and does a firewall let it through?"},
	{syscall.EISDIR, "that is a folder: name a file"},
	{syscall.ENOTDIR, "a part of that path is a file, where a folder must be"},
	{syscall.ENOSPC, "the disk is full: make room on it"},
	{syscall.EROFS, "the disk can only be read: name a place on another one"},
	{syscall.EMFILE, "more open files must be allowed (LimitNOFILE=, ulimit -n)"},
	{syscall.ENFILE, "this machine has too many files open: end what is not needed"},
	{syscall.ENOMEM, "there must be more memory"},
	{fs.ErrPermission, "the user that boardd runs as may not do that: change the owner or the mode, or the user"},
}

// For says what to do about an error, "; " before it; "" if the error says enough, or
// nothing is wrong.
func For(err error) string {
	if _, ok := errors.AsType[*advisedError](err); ok || err == nil {
		return "" // the error has it already
	}
	if unknown, ok := errors.AsType[*net.DNSError](err); ok && unknown.IsNotFound {
		return "; nobody knows that name: is it spelt right, and is the network up?"
	}
	for _, a := range advices {
		if errors.Is(err, a.is) {
			return "; " + a.do
		}
	}
	if text := err.Error(); strings.Contains(text, "not Authorized") || strings.Contains(text, "bad user name or password") { // MQTT's
		return "; are user and password_file those of an account that the broker has, and is it the port for that account?"
	}
	return ""
}

// With is an error with what to do about it.
func With(err error) error {
	if text := For(err); text != "" {
		return Add(err, text)
	}
	return err
}

// Add is an error with advice of one's own, "; " before it. No other is added to it.
func Add(err error, text string) error { return &advisedError{err, text} }

type advisedError struct {
	error
	advice string
}

func (e *advisedError) Error() string { return e.error.Error() + e.advice }
func (e *advisedError) Unwrap() error { return e.error }
