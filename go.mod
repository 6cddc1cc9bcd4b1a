module github.com/boardd/boardd

go 1.26.0

require (
	github.com/alex65536/go-chess v0.9.3 // indirect
	github.com/creack/pty v1.1.24 // indirect
	github.com/eclipse/paho.mqtt.golang v1.5.1 // indirect
	github.com/gorilla/websocket v1.5.3 // indirect
	github.com/mattn/go-colorable v0.1.14 // indirect
	github.com/mattn/go-isatty v0.0.20 // indirect
	github.com/mochi-mqtt/server/v2 v2.7.9 // indirect
	github.com/pelletier/go-toml/v2 v2.4.3 // indirect
	github.com/rs/xid v1.6.0 // indirect
	github.com/rs/zerolog v1.35.1 // indirect
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3 // indirect
	go.bug.st/serial v1.8.0 // indirect
	golang.org/x/net v0.44.0 // indirect
	golang.org/x/sync v0.17.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/term v0.47.0 // indirect
	golang.org/x/text v0.29.0 // indirect
)
