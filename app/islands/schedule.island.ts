import { copyLink } from "./copy-link.ts";
import { keepLive } from "./live-marks.ts";
import { sayLocalTimes } from "./local-times.ts";

sayLocalTimes();
keepLive();
copyLink();
