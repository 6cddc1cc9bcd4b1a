package web

import (
	"fmt"
	"html/template"
	"strings"

	"rsc.io/qr"
)

// QR draws a text as a QR code in SVG, with the quiet zone that readers need.
func QR(text string) (template.HTML, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return "", err
	}
	const quiet = 4
	side := code.Size + 2*quiet
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="qr" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h%dv%dH0z"/><path fill="#000" d="`, side, side, side, side)
	for y := range code.Size {
		for x := range code.Size {
			if code.Black(x, y) {
				fmt.Fprintf(&b, "M%d %dh1v1h-1z", x+quiet, y+quiet)
			}
		}
	}
	b.WriteString(`"/></svg>`)
	return template.HTML(b.String()), nil // of numbers alone
}

// QRText draws a text as a QR code for a terminal, two rows of it in each line, dark on light.
func QRText(text string) (string, error) {
	code, err := qr.Encode(text, qr.L)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for y := -2; y < code.Size+2; y += 2 {
		b.WriteString("\x1b[30;47m")
		for x := -2; x < code.Size+2; x++ {
			b.WriteString([]string{" ", "▀", "▄", "█"}[bit(code.Black(x, y))+2*bit(code.Black(x, y+1))])
		}
		b.WriteString("\x1b[0m\n")
	}
	return b.String(), nil
}

func bit(set bool) int {
	if set {
		return 1
	}
	return 0
}
