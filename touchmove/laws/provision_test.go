package laws

import (
	"slices"
	"strings"
	"testing"
)

// TestVariants: a rule set is there for each class of time control of its text,
// and twice where supervision makes a difference.
func TestVariants(t *testing.T) {
	for set, want := range map[string]string{
		"fide-2023":    "standard rapid rapid/full blitz blitz/full",
		"fide-2018":    "standard rapid rapid/full blitz blitz/full",
		"fide-1997":    "standard rapid blitz quickplay",
		"fide-1971":    "standard",
		"bilguer-1891": "standard",
		"no such":      "",
	} {
		var got []string
		for _, r := range Variants(set) {
			got = append(got, r.Time.String()+map[bool]string{true: "/full"}[r.Full])
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %s, want %s", set, strings.Join(got, " "), want)
		}
	}
}

// TestArticleOf: what a finding carries by its code alone.
func TestArticleOf(t *testing.T) {
	bilguer, _ := RulesFor("bilguer-1891", Standard, false)
	for _, c := range []struct {
		rules *Rules
		code  Code
		want  string
	}{
		{Default(), ClockNoMove, "7.5.3"},
		{Default(), Desync, NoArticle},
		{Default(), ResultSignal, VendorConvention},
		{bilguer, ClockNoMove, TextSilent},
		{bilguer, TouchBreach, "§3"},
		{bilguer, CodeCount, TextSilent},
	} {
		if got := c.rules.ArticleOf(c.code); got != c.want {
			t.Errorf("%s under %s: %q, want %q", c.code, c.rules.Name, got, c.want)
		}
	}
	blitz, _ := RulesFor("fide-1997", Blitz, false)
	if Default().WinOnClaim() || !blitz.WinOnClaim() {
		t.Error("only in blitz of 1997 the win may be claimed (C.3)")
	}
}

// TestParse: names as messages write them are read; others are not.
func TestParse(t *testing.T) {
	for _, c := range Codes() {
		if got, ok := ParseCode(c.String()); !ok || got != c {
			t.Errorf("%q is read as %s", c, got)
		}
	}
	for _, name := range []string{"", "?", "Move_made"} {
		if _, ok := ParseCode(name); ok {
			t.Errorf("%q is a code", name)
		}
		if _, ok := ParseLevel(name); ok {
			t.Errorf("%q is a level", name)
		}
	}
	for i, name := range []string{"-", "w", "b", "?"} {
		if got, ok := ParseParty(name); !ok || got != Party(i) || got.String() != name {
			t.Errorf("%q is read as %s", name, got)
		}
	}
	for _, name := range []string{"", "-w", "white"} {
		if _, ok := ParseParty(name); ok {
			t.Errorf("%q is a party", name)
		}
	}
	if !slices.Equal(TouchBreach.Remedies(), []Topic{TopicTouchClaim, TopicAsked}) || MoveMade.Remedies() != nil || Code(255).Topics() != nil {
		t.Error("topics of codes")
	}
}
