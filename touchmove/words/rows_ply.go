package words

import "github.com/boardd/boardd/touchmove"

// plyRows are of what the board shows of the last ply.
var plyRows = []row{
	{code: touchmove.Provisional, levels: onlyInfo, in: [...]text{
		{seen: "The board shows [{move}|a move] {by}; it is not settled yet[: {detail}]"},
		{seen: "Das Brett zeigt[ {move}| einen Zug] {by}; noch steht der Zug nicht fest[: {detail}]"},
	}},
	{code: touchmove.Retracted, levels: onlyInfo, in: [...]text{
		{seen: "The board no longer shows [{move}|the move] {by}[: {detail}]"},
		{seen: "Das Brett zeigt[ {move}| den Zug] {by} nicht mehr[: {detail}]"},
	}},
	{code: touchmove.MoveMade, levels: onlyInfo, in: [...]text{
		{seen: "{Side} has made [{move}|a move]"},
		{seen: "{Side} hat[ {move}| einen Zug] ausgeführt"},
	}},
	{code: touchmove.MoveCompleted, levels: onlyInfo, in: [...]text{
		{seen: "{Side} has completed [{move}|a move]"},
		{seen: "{Side} hat[ {move}| einen Zug] abgeschlossen"},
	}},
	{code: touchmove.CompletedByNextMove, levels: onlyInfo, in: [...]text{
		{seen: "{Side} has completed [{move}|a move] by making the next one; no press of the clock was seen for it"},
		{seen: "{Side} hat[ {move}| einen Zug] mit dem eigenen nächsten Zug abgeschlossen; ein Drücken der Uhr wurde dafür nicht erfasst"},
	}},
	{code: touchmove.CaptureInferred, levels: onlyInfo, in: [...]text{
		{seen: "The capture[ {move}] {by} was not seen but inferred: no other move fits what the board shows"},
		{seen: "Der Schlagzug[ {move}] {by} wurde nicht gesehen, sondern erschlossen: Kein anderer Zug passt zu dem, was das Brett zeigt"},
	}},
	{code: touchmove.AmbiguousCapture, levels: onlyArbiter, in: [...]text{
		{seen: "Several captures {by} fit what the board shows; it cannot tell which piece was captured",
			arbiter: "If the next moves do not show it, it is for the arbiter to establish."},
		{seen: "Mehrere Schlagzüge {by} passen zu dem, was das Brett zeigt; welche Figur geschlagen wurde, erkennt es nicht",
			arbiter: "Zeigen es die nächsten Züge nicht, ist es vom Schiedsrichter festzustellen."},
	}},
	{code: touchmove.Ambiguous960Castle, levels: onlyInfo, in: [...]text{
		{seen: "[{move}|The move] {by} can be a king move or the first half of castling, until the rook moves or the clock is pressed"},
		{seen: "[{move}|Der Zug] {by} kann ein Königszug oder die erste Hälfte der Rochade sein, bis der Turm zieht oder die Uhr gedrückt wird"},
	}},
}
