package legality

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"
)

type question struct {
	p    Position
	c    Color
	want bool
	real bool
	fen  string
}

func questions(tb testing.TB) []question {
	f, err := os.Open("../fixtures/legality/dead_positions.txt.gz")
	if err != nil {
		tb.Fatal(err)
	}
	z, _ := gzip.NewReader(f)
	sc := bufio.NewScanner(z)
	var all []question
	row := 0
	for sc.Scan() {
		if strings.HasPrefix(sc.Text(), "#") {
			continue
		}
		w := strings.Split(sc.Text(), " ; ")
		p := mustParse(tb, w[0]+" 0 1")
		row++
		all = append(all, question{p, White, w[1] == "y", row > 1707, w[0]}, question{p, Black, w[2] == "y", row > 1707, w[0]})
	}
	return all
}

func TestXQuick(t *testing.T) {
	var found, total [2]int
	var spent, worst time.Duration
	for _, q := range questions(t) {
		k := 0
		if q.real {
			k = 1
		}
		t0 := time.Now()
		a := q.p.QuickCanMate(q.c)
		d := time.Since(t0)
		spent += d
		worst = max(worst, d)
		if a != Undecided && (a == Yes) != q.want {
			fmt.Println("WRONG", q.fen, q.c, a)
		}
		if !q.want {
			total[k]++
			if a == No {
				found[k]++
			} else {
				fmt.Println("MISS", k, q.fen, q.c)
			}
		}
	}
	fmt.Println(found, total, "avg", spent/6414, worst)
	spent, worst = 0, 0
	all := plies(t)
	hist := map[Answer]int{}
	for i := range all {
		t0 := time.Now()
		hist[all[i].QuickCanMate(White)]++
		hist[all[i].QuickCanMate(Black)]++
		d := time.Since(t0)
		spent += d
		worst = max(worst, d)
	}
	fmt.Println("plies", len(all), "avg for both", spent/time.Duration(len(all)), worst, hist)
}

func plies(t testing.TB) []Position {
	var all []Position
	fixture(t, "oracle_games.txt.gz", func(f []string) {
		p := mustParse(t, f[0])
		for _, ply := range oraclePlies(f[1]) {
			m, _ := p.ParseUCI(ply.uci)
			p = p.Play(m)
			all = append(all, p)
		}
	})
	return all
}

func TestXFull(t *testing.T) {

	limit, _ := strconv.Atoi(os.Getenv("LIMIT"))
	which := os.Getenv("WHICH")
	var open, n int
	var spent, worst time.Duration
	var ts []int
	for i, q := range questions(t) {
		if which == "YES" && (i >= 3414 || !q.want) || which == "NO" && (i >= 3414 || q.want) {
			continue
		}
		n++
		t0 := time.Now()
		a, _ := q.p.CanMate(q.c, limit, nil)
		d := time.Since(t0)
		spent += d
		worst = max(worst, d)
		ts = append(ts, int(d.Microseconds()))
		if a == Undecided {
			open++
			fmt.Println("OPEN", q.fen, q.c, q.want)
		} else if (a == Yes) != q.want {
			fmt.Println("WRONG", q.fen, q.c, q.want)
		}
	}
	sort.Ints(ts)
	fmt.Println("n", n, "open", open, "avg", spent/time.Duration(n), "worst", worst, "us 25,50,75,90,99:", ts[n/4], ts[n/2], ts[n*3/4], ts[n*9/10], ts[n*99/100])
}

func TestXSpeed(t *testing.T) {

	all := plies(t)
	var ns []int
	sum := 0
	t0 := time.Now()
	for i := 0; i < len(all); i += 23 {
		p := &all[i]
		for c := range Color(2) {
			q := p.asWhite(c)
			h := newHelpmate(&q, false)
			h.search(20000, nil)
			ns = append(ns, int(h.positions.size))
			sum += int(h.positions.size)
		}
	}
	sort.Ints(ns)
	fmt.Println("mean", sum/len(ns), "q25,50,75,90,99", ns[len(ns)/4], ns[len(ns)/2], ns[len(ns)*3/4], ns[len(ns)*9/10], ns[len(ns)*99/100], time.Since(t0)/time.Duration(len(ns)))
}
