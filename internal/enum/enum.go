// Package enum reads tables that name the values of an enumeration. Entry n of a table is the
// name of value n.
package enum

import "slices"

// Of returns the name of a value; for a value beyond the table, the text otherwise.
func Of[E any, V ~uint8](table []E, v V, otherwise E) E {
	if int(v) < len(table) {
		return table[v]
	}
	return otherwise
}

// Parse returns the value that has a name; false if none has.
func Parse[V ~uint8](names []string, name string) (V, bool) {
	i := slices.Index(names, name)
	return V(max(0, i)), i >= 0
}
