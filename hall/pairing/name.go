package pairing

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// titles maps the letters of old files to titles.
var titles = map[string]string{"g": "GM", "m": "IM", "f": "FM", "c": "CM", "wg": "WGM", "wm": "WIM", "wf": "WFM", "wc": "WCM"}

// fideTitles are the titles that programs write beside a name.
var fideTitles = []string{"GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM"}

// titleOf returns a title as PGN has it; "" for none.
func titleOf(s string) string {
	s = strings.Trim(clean(s), "-0?")
	return cmp.Or(titles[strings.ToLower(s)], strings.ToUpper(s))
}

// nameOf returns a name as PGN has it, with one space after a comma, and the title that stands
// before or after it. A word of capitals is a title only if the rest is not of capitals: Im is
// a surname as well.
func nameOf(s string) (name, title string) {
	s = norm.NFC.String(clean(s))
	var words []string
	for part := range strings.SplitSeq(s, ",") {
		if part = strings.TrimSpace(part); part != "" {
			words = append(words, part)
		}
	}
	name = strings.Join(words, ", ")
	for _, one := range fideTitles {
		rest, before := strings.CutPrefix(name, one+" ")
		if !before {
			rest, _ = strings.CutSuffix(name, " "+one)
		}
		rest = strings.TrimSuffix(rest, ",")
		if rest != name && strings.ContainsFunc(rest, unicode.IsLower) {
			return rest, one
		}
	}
	return name, ""
}

// The letters that many keyboards lack, as people replace them: by the letters of their sound,
// or by those that look alike.
var (
	alike = strings.NewReplacer("ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "ł", "l", "đ", "d", "ð", "d", "þ", "th", "ı", "i")
	sound = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "å", "aa", "ß", "ss", "æ", "ae", "œ", "oe", "ø", "oe", "ł", "l", "đ", "d", "ð", "d", "þ", "th", "ı", "i")
)

// forms returns a name in the forms by which names join, the strictest one first: its letters; its
// letters by their sound; its letters without accents. None has case, signs, academic titles or
// the order of its words, because some programs write the first name first.
func forms(name string) [3]string {
	lower := norm.NFC.String(strings.ToLower(name))
	return [3]string{words(lower), words(bare(sound.Replace(lower))), words(bare(alike.Replace(lower)))}
}

// academic are words that some put before a name.
var academic = []string{"dr", "prof"}

// words returns the words of a text in alphabetical order.
func words(lower string) string {
	plain := strings.Map(func(r rune) rune {
		switch {
		case r == '\'', r == '’':
			return -1
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			return r
		}
		return ' '
	}, lower)
	all := strings.Fields(plain)
	if kept := slices.DeleteFunc(slices.Clone(all), func(word string) bool { return slices.Contains(academic, word) }); len(kept) > 0 {
		all = kept
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

// bare returns a text without accents.
func bare(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(s))
}
