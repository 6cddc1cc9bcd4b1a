package web

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"unicode"
	"unicode/utf8"

	"golang.org/x/crypto/bcrypt"

	"github.com/boardd/boardd/hall/store"
)

// Role is what an account may do at the desk. A greater one may do all that a lesser one may.
type Role uint8

const (
	Viewer   Role = iota // reads
	Operator             // pairings, rounds, tables, tags, results
	Arbiter              // what the Laws leave to the arbiter: rulings, takebacks, positions, clocks
)

var roleNames = []string{Viewer: "viewer", Operator: "operator", Arbiter: "arbiter"}

// Roles returns the names of the roles.
func Roles() []string { return slices.Clone(roleNames) }

func (r Role) String() string { return roleNames[r] }

// ParseRole returns the role with a name.
func ParseRole(name string) (Role, bool) {
	i := slices.Index(roleNames, name)
	return Role(max(i, 0)), i >= 0
}

// Account is an account of the desk.
type Account struct {
	Name string
	Role Role
	hash string // of bcrypt; without a password an asterisk and a random text
}

// HasPassword reports whether the account can log in by a password. The others get in by links.
func (a *Account) HasPassword() bool { return !strings.HasPrefix(a.hash, "*") }

// Accounts are the accounts of a desk: a file "accounts" in a folder, with a line NAME:ROLE:HASH
// for each. Programs may change the file while the desk runs.
type Accounts struct{ Folder string }

// Errors of accounts.
var (
	ErrNoAccount = errors.New("there is no such account")
	ErrAccount   = errors.New("there is such an account")
)

// Passwords have at least leastPassword characters, and no more bytes than bcrypt reads.
const (
	leastPassword = 8
	mostPassword  = 72
)

func (a *Accounts) file() string { return filepath.Join(a.Folder, "accounts") }

// List returns the accounts in the order of their names. Without a file there are none.
func (a *Accounts) List() ([]Account, error) {
	data, err := os.ReadFile(a.file())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []Account
	for n, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		if line == "" {
			continue
		}
		one, err := parseAccount(line)
		if err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", a.file(), n+1, err)
		}
		all = append(all, one)
	}
	return all, nil
}

func parseAccount(line string) (Account, error) {
	parts := strings.Split(line, ":")
	if len(parts) != 3 {
		return Account{}, errors.New("must be NAME:ROLE:HASH")
	}
	role, ok := ParseRole(parts[1])
	if !ok {
		return Account{}, fmt.Errorf("role %q: one of %s", parts[1], strings.Join(roleNames, ", "))
	}
	return Account{parts[0], role, parts[2]}, checkName(parts[0])
}

// checkName refuses a name that the file cannot hold, or that looks like another one.
func checkName(name string) error {
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("._@-", r) {
			return fmt.Errorf("name %q: only letters, digits, and . _ @ -", name)
		}
	}
	if name == "" || len(name) > 64 || !utf8.ValidString(name) {
		return fmt.Errorf("name %q: must have 1 to 64 bytes", name)
	}
	return nil
}

// Find returns an account; the error is ErrNoAccount if there is none of this name.
func (a *Accounts) Find(name string) (Account, error) {
	all, err := a.List()
	if err != nil {
		return Account{}, err
	}
	for _, one := range all {
		if one.Name == name {
			return one, nil
		}
	}
	return Account{}, fmt.Errorf("%q: %w", name, ErrNoAccount)
}

// Add adds an account. Without a password it can log in by links only.
func (a *Accounts) Add(name string, role Role, password []byte) error {
	if err := checkName(name); err != nil {
		return err
	}
	hash, err := hashOf(password)
	if err != nil {
		return err
	}
	return a.change(func(all []Account) ([]Account, error) {
		if indexOf(all, name) >= 0 {
			return nil, fmt.Errorf("%q: %w", name, ErrAccount)
		}
		return append(all, Account{name, role, hash}), nil
	})
}

// SetPassword gives an account another password, which ends its sessions and links.
func (a *Accounts) SetPassword(name string, password []byte) error {
	hash, err := hashOf(password)
	if err != nil {
		return err
	}
	return a.change(func(all []Account) ([]Account, error) {
		i := indexOf(all, name)
		if i < 0 {
			return nil, fmt.Errorf("%q: %w", name, ErrNoAccount)
		}
		all[i].hash = hash
		return all, nil
	})
}

// Remove removes an account, which ends its sessions and links.
func (a *Accounts) Remove(name string) error {
	return a.change(func(all []Account) ([]Account, error) {
		i := indexOf(all, name)
		if i < 0 {
			return nil, fmt.Errorf("%q: %w", name, ErrNoAccount)
		}
		return slices.Delete(all, i, i+1), nil
	})
}

func indexOf(all []Account, name string) int {
	return slices.IndexFunc(all, func(a Account) bool { return a.Name == name })
}

// hashOf returns the hash of a password; of none, a text that is no hash.
func hashOf(password []byte) (string, error) {
	switch {
	case password == nil:
		return "*" + rand.Text(), nil
	case utf8.RuneCount(password) < leastPassword:
		return "", fmt.Errorf("the password must have %d characters or more", leastPassword)
	case len(password) > mostPassword:
		return "", fmt.Errorf("the password must have %d bytes or fewer", mostPassword)
	case bytes.ContainsAny(password, "\r\n\x00"):
		return "", errors.New("the password must be one line")
	}
	hash, err := bcrypt.GenerateFromPassword(password, cost)
	return string(hash), err
}

// change replaces the file. Only one program at a time does.
func (a *Accounts) change(do func([]Account) ([]Account, error)) error {
	if err := makeFolder(a.Folder); err != nil {
		return err
	}
	lock, err := os.Open(a.Folder)
	if err != nil {
		return err
	}
	defer lock.Close()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return err
	}
	all, err := a.List()
	if err == nil {
		all, err = do(all)
	}
	if err != nil {
		return err
	}
	slices.SortFunc(all, func(a, b Account) int { return strings.Compare(a.Name, b.Name) })
	var text bytes.Buffer
	for _, one := range all {
		fmt.Fprintf(&text, "%s:%s:%s\n", one.Name, one.Role, one.hash)
	}
	return replaceFile(a.file(), text.Bytes())
}

// makeFolder makes a folder that only the user of the hall may read.
func makeFolder(name string) error {
	err := os.Mkdir(name, 0o700)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return store.HandOver(f)
}

// replaceFile replaces a file, which only the user of the hall may read, by rename.
func replaceFile(name string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".new")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // it is gone after the rename
	_, err = f.Write(data)
	if err = errors.Join(err, store.HandOver(f), f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

// compare is the comparison of bcrypt, which a test counts.
var compare = bcrypt.CompareHashAndPassword

// cost is that of bcrypt: a try costs a tenth of a second of a processor, on a Pi half a second.
// Tests are in a hurry.
var cost = bcrypt.DefaultCost

// nobody is the hash for an account that does not exist, so that it takes as long to refuse.
var nobody = sync.OnceValue(func() []byte {
	hash, _ := bcrypt.GenerateFromPassword([]byte(rand.Text()), cost) // it is neither long nor dear
	return hash
})

// Check returns the account with a name and a password; ok is false if there is none. It takes
// as long for a name that is not known.
func (a *Accounts) Check(name, password string) (one Account, ok bool, err error) {
	one, err = a.Find(name)
	if err != nil && !errors.Is(err, ErrNoAccount) {
		return one, false, err
	}
	hash, known := nobody(), err == nil && one.HasPassword()
	if known {
		hash = []byte(one.hash)
	}
	same := compare(hash, []byte(password)) == nil
	return one, same && known && len(password) <= mostPassword, nil
}
