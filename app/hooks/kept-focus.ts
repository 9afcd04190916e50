import { useEffect } from "react";
import { keepFocus } from "../islands/kept-focus.ts";

export function useKeptFocus(): void {
	useEffect(keepFocus, []);
}
