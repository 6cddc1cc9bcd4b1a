package numbers

import "testing"

func TestListener(t *testing.T) {
	var l Listener
	l.Heard(5, 3)
	if l.Listening() || l.Answering() || l.Deadline() != Never {
		t.Error("at work before the port is open")
	}
	l.Opened(100)
	if !l.Listening() || l.Answering() || l.Deadline() != Never {
		t.Error("open, and nothing heard yet")
	}
	l.Heard(200, 3) // lines of an earlier life
	if l.Answering() {
		t.Error("answers without a line")
	}
	l.Heard(400, 4)
	if !l.Answering() || l.Deadline() != 400+silence {
		t.Errorf("a line came: answering %v, deadline %d", l.Answering(), l.Deadline())
	}
	l.Heard(2000, 5)
	l.Heard(3999, 5)
	if !l.Answering() || l.Deadline() != 4000 {
		t.Errorf("not silent for long: answering %v, deadline %d", l.Answering(), l.Deadline())
	}
	l.Heard(4000, 5)
	if l.Answering() || l.Deadline() != Never {
		t.Errorf("silent: answering %v, deadline %d", l.Answering(), l.Deadline())
	}
	l.Heard(9000, 6)
	if !l.Answering() {
		t.Error("it is back")
	}
	l.Closed()
	l.Heard(9100, 7)
	if l.Listening() || l.Answering() || l.Deadline() != Never {
		t.Error("at work on a closed port")
	}
}
