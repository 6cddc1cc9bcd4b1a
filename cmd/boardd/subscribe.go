package main

import (
	"fmt"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

// subscribe hands on every message under a filter, in order, until the
// returned function is called.
func subscribe(broker, clientID, filter string, each func(topic string, payload []byte)) (stop func(), err error) {
	o := mqtt.NewClientOptions().AddBroker(broker).SetClientID(clientID).SetAutoReconnect(false).SetConnectTimeout(5 * time.Second)
	client := mqtt.NewClient(o)
	if err := wait(client.Connect()); err != nil {
		return nil, fmt.Errorf("connect to %s: %w", broker, err)
	}
	err = wait(client.Subscribe(filter, 1, func(_ mqtt.Client, m mqtt.Message) { each(m.Topic(), m.Payload()) }))
	if err != nil {
		client.Disconnect(0)
		return nil, fmt.Errorf("subscribe to %s: %w", filter, err)
	}
	return func() { client.Disconnect(250) }, nil
}

// wait bounds what the client library may wait for ever.
func wait(t mqtt.Token) error {
	select {
	case <-t.Done():
		return t.Error()
	case <-time.After(10 * time.Second):
		return fmt.Errorf("no answer")
	}
}
