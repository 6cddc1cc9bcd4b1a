package journal

// VerifyInParts is Verify of what comes in parts of a size.
func VerifyInParts(data []byte, size int) (good int, err error) {
	var c checker
	for len(data) > 0 && err == nil {
		n := min(size, len(data))
		_, err = c.Write(data[:n])
		data = data[n:]
	}
	return int(c.good), err
}
