package evening

import (
	"os"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/chesslink"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/sensor/text"
)

// device is a simulated board.
type device interface {
	Step(dst []byte, r sensor.Record) []byte
	Command(dst, commands []byte) []byte
}

// scanner is one that talks by itself.
type scanner interface{ Scan(dst []byte) []byte }

// scanTime is how often it does.
const scanTime = 41 * time.Millisecond

func dgtBoard() device       { return &dgt.Board{Number: 1025, Firmware: [2]byte{1, 8}} }
func chesslinkBoard() device { return &chesslink.Board{Firmware: [2]byte{1, 3}} }
func textBoard() device      { return &text.Board{Serial: "0042"} }
func reedBoard() device      { return &text.Board{Kind: "occupancy", Serial: "0043"} }

// socket is the port of a device. It is there as long as the test runs.
type socket struct {
	path          string
	master, slave *os.File
	mu            sync.Mutex
	device        device
}

func plug(t *testing.T, d device) *socket {
	t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	fd, err := unix.FcntlInt(master.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err == nil {
		err = unix.SetNonblock(fd, true)
	}
	if err != nil {
		t.Fatal(err)
	}
	master.Close()
	settings, err := unix.IoctlGetTermios(int(slave.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	settings.Iflag, settings.Oflag, settings.Lflag = 0, 0, 0
	settings.Cflag = settings.Cflag&^(unix.CSIZE|unix.PARENB) | unix.CS8
	if err := unix.IoctlSetTermios(int(slave.Fd()), unix.TCSETS, settings); err != nil {
		t.Fatal(err)
	}
	s := &socket{path: slave.Name(), master: os.NewFile(uintptr(fd), "board"), slave: slave, device: d}
	var ends sync.WaitGroup
	ends.Go(s.listen)
	stop := make(chan struct{})
	ends.Go(func() { s.scan(stop) })
	t.Cleanup(func() {
		close(stop)
		s.master.Close()
		ends.Wait()
		s.slave.Close()
	})
	return s
}

// listen answers what boardd asks.
func (s *socket) listen() {
	buf := make([]byte, 256)
	for {
		n, err := s.master.Read(buf)
		if err != nil {
			return
		}
		s.mu.Lock()
		s.say(s.device.Command(nil, buf[:n]))
		s.mu.Unlock()
	}
}

// scan has a board that talks by itself do so.
func (s *socket) scan(stop <-chan struct{}) {
	d, talks := s.device.(scanner)
	if !talks {
		return
	}
	tick := time.NewTicker(scanTime)
	defer tick.Stop()
	for {
		select {
		case <-stop:
			return
		case <-tick.C:
			s.mu.Lock()
			s.say(d.Scan(nil))
			s.mu.Unlock()
		}
	}
}

// do has something happen at the board.
func (s *socket) do(r sensor.Record) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.say(s.device.Step(nil, r))
}

// say sends something; what nobody reads is lost, as on a line.
func (s *socket) say(data []byte) {
	if len(data) > 0 {
		s.master.SetWriteDeadline(time.Now().Add(100 * time.Millisecond))
		s.master.Write(data)
	}
}
