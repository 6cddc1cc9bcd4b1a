package web

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Passes are the sessions or the one-time links of accounts: a folder with a file for each, so
// that they outlive the program, and that any program may make one. The name of a file is a hash
// of the token; nobody who reads the folder can log in.
type Passes struct {
	Folder   string
	Accounts *Accounts
}

// pass is the contents of a file.
type pass struct {
	Account string    `json:"account"`
	Mark    string    `json:"mark"` // of the account as it was then
	Until   time.Time `json:"until"`
}

// How long a session and a link hold.
const (
	sessionLasts = 16 * time.Hour // a day of play
	LinkLasts    = 12 * time.Hour
)

// Links returns the one-time links of a desk's folder, and Sessions its sessions.
func Links(a *Accounts) *Passes    { return &Passes{filepath.Join(a.Folder, "links"), a} }
func Sessions(a *Accounts) *Passes { return &Passes{filepath.Join(a.Folder, "sessions"), a} }

// Make makes a pass for an account, and returns its token. It takes those away that have ended.
func (p *Passes) Make(a *Account, lasts time.Duration) (token string, err error) {
	if err := errors.Join(makeFolder(p.Accounts.Folder), makeFolder(p.Folder)); err != nil {
		return "", err
	}
	p.sweep()
	secret := make([]byte, 32)
	rand.Read(secret) // it never fails
	token = base64.RawURLEncoding.EncodeToString(secret)
	data, err := json.Marshal(pass{a.Name, a.mark(), time.Now().Add(lasts).UTC()})
	if err != nil {
		return "", err
	}
	return token, replaceFile(p.name(token), data)
}

// mark changes with the password of an account. A pass of an account that was removed, and added
// again, has another one.
func (a *Account) mark() string {
	sum := sha256.Sum256([]byte("boardd-hall desk " + a.hash))
	return hex.EncodeToString(sum[:8])
}

func (p *Passes) name(token string) string {
	sum := sha256.Sum256([]byte(token))
	return filepath.Join(p.Folder, hex.EncodeToString(sum[:]))
}

// Find returns the account of a token. ok is false if nobody has it, or if it has ended.
func (p *Passes) Find(token string) (a Account, ok bool) {
	var one pass
	data, err := os.ReadFile(p.name(token))
	if token == "" || err != nil || json.Unmarshal(data, &one) != nil || time.Now().After(one.Until) {
		return Account{}, false
	}
	a, err = p.Accounts.Find(one.Account)
	return a, err == nil && a.mark() == one.Mark
}

// End ends a token. ok is false if it had ended before: of several callers one gets true.
func (p *Passes) End(token string) (ok bool) { return os.Remove(p.name(token)) == nil }

// sweep takes away what has ended.
func (p *Passes) sweep() {
	files, _ := os.ReadDir(p.Folder)
	for _, f := range files {
		name := filepath.Join(p.Folder, f.Name())
		data, err := os.ReadFile(name)
		var one pass
		if err == nil && !strings.HasPrefix(f.Name(), ".") && (json.Unmarshal(data, &one) != nil || time.Now().After(one.Until)) {
			os.Remove(name)
		}
	}
}
