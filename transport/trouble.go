package transport

// Trouble is an alert about the machine, not about the game.
type Trouble uint8

// The troubles. Their codes are added to, never changed.
const (
	JournalFailing Trouble = iota // the disk takes nothing of what happens; the game goes on in memory
	JournalDamaged                // what an earlier session wrote cannot be used whole
	OutboxFailing                 // the disk takes no messages; they wait in memory
	OutboxDamaged                 // messages of an earlier session may be lost
	troubleCount
)

var troubleCodes = [troubleCount]string{"journal_failing", "journal_damaged", "outbox_failing", "outbox_damaged"}

// String is the code as messages write it.
func (t Trouble) String() string {
	if t >= troubleCount {
		return "?"
	}
	return troubleCodes[t]
}

// Trouble appends the alert about a trouble that stands from now on, with what
// there is to say of it. With an empty text it is over.
func (e *Encoder) Trouble(dst []Message, at int64, t Trouble, text string) []Message {
	if t >= troubleCount {
		return dst
	}
	if text == "" {
		e.troubles[t] = nil
		delete(e.said, alertKind.topic+t.String())
		return append(dst, e.message(alertKind, t.String(), nil))
	}
	f := Finding{AtMs: at, Code: t.String(), Level: "arbiter", Article: "-", Side: "-", Text: text}
	e.troubles[t] = &Warning{t.String(), e.base.stamp(at), f}
	return e.warnOfTroubles(dst, at)
}

func (e *Encoder) warnOfTroubles(dst []Message, at int64) []Message {
	for t, w := range e.troubles {
		if w != nil {
			dst = e.retained(dst, alertKind, Trouble(t).String(), at, encode(w))
		}
	}
	return dst
}

// clearTroubles appends an empty message for each trouble that does not stand.
func (e *Encoder) clearTroubles(dst []Message) []Message {
	for t, w := range e.troubles {
		if w == nil {
			dst = append(dst, e.message(alertKind, Trouble(t).String(), nil))
		}
	}
	return dst
}
