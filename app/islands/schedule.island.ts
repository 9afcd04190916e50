import { attempt } from "./attempt.ts";
import { copyLink } from "./copy-link.ts";
import { keepLive } from "./live-marks.ts";
import { sayLocalTimes } from "./local-times.ts";
import { mirrorTheme } from "./record.ts";

for (const improve of [sayLocalTimes, keepLive, copyLink, mirrorTheme]) attempt(improve);
