package daemon

import (
	"os"
	"testing"
)

// TestMain lets the test be a program that publishes with the client's defaults.
func TestMain(m *testing.M) {
	if broker := os.Getenv("BOARDD_TEST_PAHO"); broker != "" {
		pahoMain(broker)
		os.Exit(0)
	}
	os.Setenv("LC_ALL", "C") // pages are in English wherever the tests run
	os.Exit(m.Run())
}
