package main

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/boardd/boardd/touchmove/words"
)

// languageFlag adds the language of sentences to the flags of a command. Without
// it they are in that of the user's locale.
func languageFlag(fs *flag.FlagSet) *string {
	locale := cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_MESSAGES"), os.Getenv("LANG"))
	return fs.String("lang", words.OfLocale(locale).String(), "`language` of the sentences: "+strings.Join(words.Languages(), ", "))
}

func parseLanguage(name string) (words.Language, error) {
	lang, ok := words.ParseLanguage(name)
	if !ok {
		return lang, badInput{fmt.Errorf("--lang %q: one of %s", name, strings.Join(words.Languages(), ", "))}
	}
	return lang, nil
}
