// Package enum reads the tables that name the values of an enumeration: entry n of a
// table is that of the value n.
package enum

import "slices"

// Of returns the entry of a value, and otherwise for a value beyond the table.
func Of[E any, V ~uint8](table []E, v V, otherwise E) E {
	if int(v) < len(table) {
		return table[v]
	}
	return otherwise
}

// Parse returns the value with a name; false if there is none.
func Parse[V ~uint8](names []string, name string) (V, bool) {
	i := slices.Index(names, name)
	return V(max(0, i)), i >= 0
}
