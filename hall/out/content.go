package out

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Content is bytes that HTTP serves more than once. It must not be copied.
type Content struct {
	data []byte
	etag string

	compress   sync.Once
	compressed []byte // by gzip; nil until somebody asks for it
}

// NewContent returns content. The caller must not change the bytes any more.
func NewContent(data []byte) *Content {
	return &Content{data: data, etag: etag([]*Part{NewPart(data)})}
}

// gzip returns the bytes as gzip has them. It compresses them once.
func (c *Content) gzip() []byte {
	c.compress.Do(func() {
		var out bytes.Buffer
		w, _ := gzip.NewWriterLevel(&out, gzip.BestSpeed) // which is a level
		w.Write(c.data)                                   // to memory
		w.Close()
		c.compressed = out.Bytes()
	})
	return c.compressed
}

// Serve serves the bytes with their strong ETag, compressed if the client takes that. A client that
// has them gets status 304. The caller has set the content type.
func (c *Content) Serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Add("Vary", "Accept-Encoding")
	tag, body := c.etag, func() []byte { return c.data }
	if len(c.data) >= leastGzip && takesGzip(r) {
		h.Set("Content-Encoding", "gzip")
		tag, body = strings.TrimSuffix(tag, `"`)+`-gzip"`, c.gzip
	}
	h.Set("ETag", tag)
	if strings.Contains(r.Header.Get("If-None-Match"), tag) {
		body = func() []byte { return nil } // ServeContent answers 304
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body()))
}

// leastGzip is the size from which compression saves a packet.
const leastGzip = 1400

// takesGzip reports whether a client takes gzip.
func takesGzip(r *http.Request) bool {
	for one := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, quality, _ := strings.Cut(one, ";")
		if strings.TrimSpace(name) == "gzip" {
			q, err := strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(quality), "q="), 64)
			return quality == "" || err == nil && q > 0
		}
	}
	return false
}
