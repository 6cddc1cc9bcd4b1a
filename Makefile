# Targets: build picture home-picture test pi-zero-test long evening hall-kills browser-test broker-test attacks lint fuzz fuzz-outside bench bench-reconstruct bench-hands bench-hall bench-web nats-test games demo cross acts dead package package-test unit-test soak sweep cuts vuln

GO         ?= go
STATICCHECK = $(GO) run honnef.co/go/tools/cmd/staticcheck@v0.8.2
FUZZTIME   ?= 10m
LDFLAGS     = -s -w

.PHONY: build
build:
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags '$(LDFLAGS)' -o . ./cmd/...

# The main job on an embedded default: a recorded game leaves a simulated port
# and arrives at a subscriber.
.PHONY: demo
demo: build
	./boardd-lab demo

# The picture in the README: what the view draws of the demo. A test asks whether it
# still is.
.PHONY: picture
picture:
	$(GO) test -count=1 -run '^TestPicture$$' ./test/docs -update

# No package of the core has a goroutine, in its code or its tests (test/house): the race
# detector finds nothing in them. The tests of whole programs, and of what they print, run under
# it in make long.
CORE = ./hall ./hall/lichess ./hall/livechess ./hall/livechess/dialect ./internal/enum ./internal/hands \
	./internal/pgnlint ./internal/story ./internal/third ./legality ./legality/pgn ./legality/placement ./pipeline \
	./sensor/centaur ./sensor/certabo ./sensor/chesslink ./sensor/chessnut ./sensor/dgt ./sensor/dgt/bus \
	./sensor/family ./sensor/finder ./sensor/ichessone ./sensor/measured ./sensor/numbers ./sensor/simulate \
	./sensor/tabutronic ./sensor/text ./touchmove ./touchmove/laws ./touchmove/referee ./touchmove/track \
	./touchmove/words ./transport
PROGRAMS = ./cmd/boardd-lab ./cmd/boardd ./cmd/boardd-hall ./internal/replay ./internal/view ./test/...
REST = $(filter-out $(shell $(GO) list $(CORE) $(PROGRAMS)),$(shell $(GO) list ./...))

# Most tests of the daemon wait for processes: more of them at once than there are
# processors, and packages. What takes long is left to make long, or takes a sample. Vet is
# a part of make lint. The second half runs even if the first fails.
QUICK = -vet=off -short -shuffle=on -p 4 -parallel 6
.PHONY: test
test:
	$(GO) test $(QUICK) -race $(REST); rest=$$?; $(GO) test $(QUICK) $(PROGRAMS) $(CORE) && exit $$rest

# The tests of which make test leaves out all or a part. A test holds this list
# against those that ask for testing.Short.
LONG = TestAllHandsOnAllBoards|TestCondensed|TestDeaf|TestDeletedByte|TestGamesAtHome|TestLostAndBack|TestMemoryOverADay|TestMemoryUnderNoise|TestNextGameForgets|TestPictureFits|TestProperties|TestRandomActs|TestSimulatedGames|TestSimulatedRounds|TestSitePictureFits|TestSlowNoise|TestSoak|TestSoakPaho|TestTakebacksAtHome|TestTwoBoardsMixed
# The tests of the core try all, where make test tries a part (internal/quick).
.PHONY: long
long:
	$(GO) test -race -count=1 -timeout 1h -run '^($(LONG))$$' $(REST)
	$(GO) test -race -count=1 -timeout 1h -p 4 -parallel 6 $(PROGRAMS)
	$(GO) test -count=1 -timeout 1h $(CORE)

# The core on the processor of a Pi Zero, which qemu-arm (qemu-user) stands in for: it must read the
# same there. Five minutes.
PI_TEST = CGO_ENABLED=0 GOARCH=arm GOARM=6 $(GO) test -timeout 30m -exec qemu-arm ./sensor/... ./touchmove/... ./pipeline ./transport
.PHONY: pi-zero-test
pi-zero-test:
	$(PI_TEST) -skip '^($(LONG))$$'
	$(PI_TEST) -short -run '^($(LONG))$$'

# What an attacker would try, from outside, on the program that was built, or on
# another one: make attacks BOARDD=/usr/bin/boardd. TRY picks tests by name. And five
# thousand connections to brokers that say anything.
BOARDD ?= ./boardd
TRY    ?= .
.PHONY: attacks
attacks: build
	BOARDD=$(abspath $(BOARDD)) $(GO) test -count=1 -v -timeout 30m -run '$(TRY)' ./test/attacks
	BOARDD_BROKERS=5000 $(GO) test -race -count=1 -v -run TestPoint24RandomBrokers ./transport/publish

.PHONY: lint
lint:
	@test -z "$$(gofmt -l .)" || { echo "gofmt:"; gofmt -l .; exit 1; }
	$(GO) vet ./...
	$(STATICCHECK) ./...
	$(GO) mod tidy -diff

# Known weaknesses in dependencies. Needs the database on the net, and so is no part of
# lint; where that cannot be reached it fails, and says that nothing was checked.
.PHONY: vuln
vuln:
	@GO="$(GO)" .ci/vuln

# Every fuzz target, one for each processor at a time: make fuzz FUZZTIME=1m, or FUZZTIME=1000x.
# fuzz-outside: what meets the outside alone. These are bytes of boards, logs,
# configurations, commands, positions, games, and files that a disk may have damaged.
OUTSIDE = FuzzGuard|FuzzClient|FuzzDecoder|FuzzConfig|FuzzVerify|FuzzCursor|FuzzRestore|FuzzParseCommand|FuzzFEN|pgn FuzzRead$$|sensor FuzzReadLog|FuzzRecord|hall/pairing Fuzz|hall/lichess Fuzz|hall/livechess Fuzz
.PHONY: fuzz fuzz-outside
fuzz:
	@GO="$(GO)" .ci/fuzz $(FUZZTIME)
fuzz-outside:
	@GO="$(GO)" FUZZ="$(OUTSIDE)" .ci/fuzz $(FUZZTIME)

# Benchmarks, and perft beside Debian's stockfish with the ratio of the two.
.PHONY: bench
bench:
	@command -v stockfish >/dev/null || test -x /usr/games/stockfish || { echo "installing stockfish"; sudo apt-get install -y stockfish || apt-get install -y stockfish; }
	$(GO) test -run '^$$' -bench . -benchmem -cpu 1 ./...
	$(GO) test -run '^$$' -bench PerftRatio -benchtime 5x -cpu 1 ./legality

# Games for benchmarks, played by Debian's stockfish against itself: a minute a
# thousand on one core. They are not kept in the repository; the same numbers
# give the same games.
GAMES ?= 1000
SEED  ?= 1
.PHONY: games
games: dist/games.txt
dist/games.txt:
	@test -x /usr/games/stockfish || { echo "installing stockfish"; sudo apt-get install -y stockfish || apt-get install -y stockfish; }
	$(GO) run ./cmd/boardd-lab games -n $(GAMES) --seed $(SEED) -o $@

# Games played by simulated hands on every board, with and without a clock: what
# boardd makes of them, and four known ideas beside it. BENCH holds flags of
# boardd-lab bench: make bench-reconstruct BENCH="--count 100 --board dgt".
BENCH ?=
.PHONY: bench-reconstruct
bench-reconstruct: dist/games.txt
	$(GO) test -c -o dist/bench.test ./cmd/boardd-lab
	cd cmd/boardd-lab && BOARDD_BENCH="--games ../../dist/games.txt $(BENCH)" ../../dist/bench.test -test.run TestBenchReconstruct -test.timeout 3h

# Games played by the hands of three simulators (sensor/simulate, internal/hands, internal/third) on boards
# of each kind: how many are exact, what is confirmed wrongly and how sure that was, how
# long a ply takes. BENCH holds flags: make bench-hands BENCH="-count 100 -board dgt".
.PHONY: bench-hands
bench-hands: dist/games.txt
	$(GO) test -c -o dist/bench.test ./cmd/boardd-lab
	cd cmd/boardd-lab && BOARDD_BENCH_HANDS="-games ../../dist/games.txt $(BENCH)" ../../dist/bench.test -test.run '^TestBenchHands$$' -test.timeout 3h

# What boards cost a mosquitto and a hall, and how late the world sees a move, while three
# hundred clients poll; then the same boards at three nodes of NATS, one of which is killed.
# Four minutes for each number of boards. Whatever else the machine does is in the figures.
BOARDS ?= 1 10 100 1000
.PHONY: bench-hall
bench-hall:
	BOARDD_BENCH_HALL="$(BOARDS)" $(GO) test -count=1 -v -timeout 3h -run '^TestBenchHall$$' ./test/scale
	BOARDD_BENCH_HALL="$(lastword $(BOARDS))" $(GO) test -tags nats -count=1 -v -timeout 3h -run '^TestBenchNATS$$' ./test/scale

# What the streams of the public pages cost: 200 boards with some 50 moves a second, without and
# with 300 pages that follow them; and what 300 overlays cost that poll the list of boards. Eight minutes.
.PHONY: bench-web
bench-web:
	BOARDD_BENCH_WEB="200" $(GO) test -count=1 -v -timeout 30m -run '^TestBench(Web|Polls)$$' ./test/scale

# What boardd wants of a broker, at three nodes of NATS. NATS is compiled for this and for
# bench-hall alone.
.PHONY: nats-test
nats-test:
	$(GO) vet -tags nats ./test/scale
	$(GO) test -tags nats -count=1 -v -timeout 10m -run '^TestContractAtNATS$$' ./test/scale

# A million random touches, drops and presses under every rule set.
.PHONY: acts
acts:
	BOARDD_ACTS=1000000 $(GO) test -run TestRandomActs -v ./touchmove

# Games on several boards for half an hour, while boardd, the broker, the network
# between them and the port are killed, cut, stopped and disturbed; then what was
# lost. Beside it, a program that leaves as much to the MQTT client's defaults. The
# games of dist/games.txt are played if they are there (make games). SEED says in
# which order things go wrong; a short one is in make long.
SOAK ?= 30m
.PHONY: soak
soak:
	BOARDD_SOAK=$(SOAK) BOARDD_SOAK_SEED=$(SEED) $(GO) test -count=1 -run 'TestSoak' -v -timeout 24h ./test/endurance

# All dead-position questions with the full node limit, and a table of how often
# and how fast the two tests answer. Some 40 s.
.PHONY: dead
dead:
	BOARDD_DEAD=1 $(GO) test -run TestDeadPositionFigures -v -cpu 1 ./legality

# A journal and a cursor cut at every byte and with every byte changed, each way,
# and what a daemon makes of it. Some ten minutes.
.PHONY: sweep
sweep:
	BOARDD_SWEEP=1 $(GO) test -run '^TestSweep|^TestPowerCutCopies' -v -timeout 2h ./test/endurance

# Sixty power cuts on a file system of its own, and disks that fail. As root.
.PHONY: cuts
cuts:
	BOARDD_CUTS=15 $(GO) test -run 'TestPowerCut|TestFailingDisk|TestUnreadableDisk' -v -count 4 -timeout 30m ./test/endurance

# The targets that must always build, and the tests for the smallest of them, whose
# int has 32 bits.
.PHONY: cross
cross:
	GOOS=linux GOARCH=arm GOARM=6 $(GO) vet ./...
	for target in arm/6 arm64/ amd64/; do \
		echo "linux/$$target"; \
		mkdir -p dist/$${target%/*}; \
		CGO_ENABLED=0 GOOS=linux GOARCH=$${target%/*} GOARM=$${target#*/} $(GO) build -trimpath -ldflags '$(LDFLAGS)' -o dist/$${target%/*}/ ./cmd/... || exit 1; \
	done

# Debian packages for the Pis and for PCs, in dist: the same bytes whoever builds
# them. dpkg-deb makes them; a tool of Go's own would be one more thing to trust.
ARCHES ?= armhf arm64 amd64
.PHONY: package
package:
	mkdir -p dist
	for arch in $(ARCHES); do GO=$(GO) systemd/debian/build $$arch dist || exit 1; done

# An evening in a playing hall: eight boards, two rounds, a mosquitto that
# boardd-broker-setup has set up, and all that goes wrong; a minute. All eight play at once.
.PHONY: evening
evening: build
	BOARDD=$(abspath $(BOARDD)) $(GO) test -count=1 -v -parallel 8 -timeout 30m ./test/evening

# A round of a whole hall, played twice at the same time: once undisturbed, and once while its
# program, its broker and its boards are killed; all that is written is linted, and read by
# pgn-extract and chessops. Two minutes; the large one, ten: HALL="100 8 50 10 50 1.5 80"
# (test/rehearsal says what the numbers are).
HALL ?= 16 4 6 2 6 4 40
.PHONY: hall-kills
hall-kills: build
	BOARDD=$(abspath $(BOARDD)) BOARDD_HALL="$(HALL)" $(GO) test -count=1 -v -timeout 1h ./test/rehearsal

# The pages of a hall in Debian's chromium, without a window: the hall, its broker and its boards
# are the programs themselves. Five minutes. SHOTS names a folder for a picture of every page in
# four widths, light and dark: make browser-test TRY=Looks SHOTS=/tmp/shots
SHOTS ?=
.PHONY: browser-test
browser-test: build
	$(GO) vet -tags browser ./test/browser
	BOARDD=$(abspath $(BOARDD)) SHOTS="$(SHOTS)" $(GO) test -tags browser -count=1 -v -timeout 30m -run '$(TRY)' ./test/browser

# The picture in docs/home.md of what a browser asks its visitor: a chromium with a window, at a
# screen that nobody sees. Needs Xvfb and import (xvfb, imagemagick).
.PHONY: home-picture
home-picture:
	BOARDD=none PICTURE=$(abspath docs/home-permission.png) $(GO) test -tags 'browser picture' -count=1 -v -run '^TestPermissionPicture$$' ./test/browser

# A broker set up as an operator does it, by the lines of docs/install.md, with Debian's own
# mosquitto; some ten seconds. As root, with mosquitto, openssl and iproute2: folders and
# network are the test's own.
.PHONY: broker-test
broker-test: build
	systemd/mosquitto/test ./boardd

# Installs, upgrades and purges the package of this machine in a Debian of its own,
# asks udev about simulated boards, and plays the demo on the processor of a first
# Pi. As root, with debootstrap and qemu-arm.
.PHONY: package-test
package-test:
	$(MAKE) package ARCHES=$$(dpkg --print-architecture)
	systemd/debian/test
	systemd/debian/test-udev
	systemd/debian/test-arm

# Has the unit run under a systemd of its own in a container: sandbox, watchdog,
# restarts. As root, with systemd-nspawn and mosquitto, on a machine that lets a
# container have cgroups and guard devices; a container of CI rarely does.
.PHONY: unit-test
unit-test:
	$(MAKE) package ARCHES=$$(dpkg --print-architecture)
	systemd/debian/test-unit
