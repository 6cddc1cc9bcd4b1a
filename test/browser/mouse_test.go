//go:build browser

package browser

import (
	"context"
	"fmt"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// A mouse as the browser has one: what it does arrives as input, not as events that a script makes.

// middle returns where an element is, in its middle.
func (p *tab) middle(css string) (x, y float64) {
	p.t.Helper()
	p.point(fmt.Sprintf("document.querySelector(%q)", css), 0.5, 0.5, &x, &y)
	return x, y
}

// squareAt returns where a square of the board that is set up is.
func (p *tab) squareAt(name string) (x, y float64) {
	p.t.Helper()
	file, rank := float64(name[0]-'a'), float64(name[1]-'1')
	p.point(`document.querySelector("#editor .board")`, (file+0.5)/8, (7.5-rank)/8, &x, &y)
	return x, y
}

func (p *tab) point(element string, across, down float64, x, y *float64) {
	p.t.Helper()
	text := p.eval(fmt.Sprintf(`(e => { e.scrollIntoView({ block: "nearest" }); const r = e.getBoundingClientRect(); return (r.x + r.width * %v) + " " + (r.y + r.height * %v); })(%s)`, across, down, element))
	if _, err := fmt.Sscan(text, x, y); err != nil {
		p.t.Fatalf("%s: %q: %v", element, text, err)
	}
}

func (p *tab) click(css string) {
	p.t.Helper()
	x, y := p.middle(css)
	p.run(chromedp.MouseClickXY(x, y))
}

func (p *tab) clickSquare(name string) {
	p.t.Helper()
	x, y := p.squareAt(name)
	p.run(chromedp.MouseClickXY(x, y))
}

// mouse moves, presses or releases the left button.
func (p *tab) mouse(kind input.DispatchMouseEventType, x, y float64) {
	p.t.Helper()
	p.run(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		e := input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Button: "left", Buttons: 1, ClickCount: 1}
		if kind == "mouseReleased" {
			e.Buttons = 0
		}
		_, err := cdp.Call(ctx, t, input.DispatchMouseEvent, e)
		return err
	}))
}

// dragPiece takes a piece of the board that is set up to another square.
func (p *tab) dragPiece(from, to string) {
	p.t.Helper()
	a, b := p.squareAt(from)
	x, y := p.squareAt(to)
	p.mouse("mousePressed", a, b)
	p.mouse("mouseMoved", (a+x)/2, (b+y)/2)
	p.mouse("mouseMoved", x, y)
	p.mouse("mouseReleased", x, y)
}

func (p *tab) dragEvent(kind input.DispatchDragEventType, x, y float64, data *input.DragData) {
	p.t.Helper()
	p.run(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, input.DispatchDragEvent, input.DispatchDragEventParams{Type: kind, X: x, Y: y, Data: data})
		return err
	}))
}

// dropFile drops a file on an element, as from a window of another program.
func (p *tab) dropFile(path, css string) {
	p.t.Helper()
	x, y := p.middle(css)
	p.dragDrop(x, y, &input.DragData{Items: []*input.DragDataItem{}, Files: []string{path}, DragOperationsMask: 1})
}

func (p *tab) dragDrop(x, y float64, data *input.DragData) {
	p.t.Helper()
	for _, kind := range []input.DispatchDragEventType{"dragEnter", "dragOver", "drop"} {
		p.dragEvent(kind, x, y, data)
	}
}

// drag drags an element to another one. What the browser makes of the mouse, the page gets.
func (p *tab) drag(from, to string) {
	p.t.Helper()
	begun := make(chan *input.DragData, 1)
	if err := chromedp.Listen(p.ctx, func(event any) {
		if e, ok := event.(*input.EventDragIntercepted); ok {
			begun <- e.Data
		}
	}); err != nil {
		p.t.Fatal(err)
	}
	intercept := func(on bool) {
		p.run(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, input.SetInterceptDrags, input.SetInterceptDragsParams{Enabled: on})
			return err
		}))
	}
	intercept(true)
	defer intercept(false)
	x, y := p.middle(from)
	p.mouse("mouseMoved", x, y)
	p.mouse("mousePressed", x, y)
	for step := range 4 {
		p.mouse("mouseMoved", x+float64(4*step), y+float64(4*step))
	}
	var data *input.DragData
	p.run(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		select {
		case data = <-begun:
			return nil
		case <-ctx.Done():
			return fmt.Errorf("%s is not dragged: %w", from, ctx.Err())
		}
	}))
	x, y = p.middle(to)
	p.dragDrop(x, y, data)
	p.mouse("mouseReleased", x, y)
}
