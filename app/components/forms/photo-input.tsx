import { useAllTexts } from "../../all-texts.ts";
import { smallPhoto } from "../entries/portrait.tsx";
import type { ControlProps } from "./controls.tsx";

/** Name of the button that takes away what was received. */
export const REMOVE_PHOTO = "do.remove-photo";

const OF_PHOTO = {
	received: "photo.received",
	replace: "photo.replace",
	remove: "photo.remove",
	removed: "photo.removed",
} as const;
const OF_WORK = {
	received: "workFile.received",
	replace: "workFile.replace",
	remove: "workFile.remove",
	removed: "workFile.removed",
} as const;

/** Takes a portrait, or the file of a work, and says what was received before. */
export function PhotoInput({ field, state, common }: ControlProps<"photo">) {
	const { t } = useAllTexts();
	const { photo } = state;
	const texts = field.work ? OF_WORK : OF_PHOTO;
	const advice = t("photo.advice", { limit: sizeText(field.adviceBytes).replace(".0", "") });
	return (
		<>
			{photo && (
				<div className="photo-kept">
					{!field.work && <img src={smallPhoto(photo.name)} alt={t("photo.preview")} width="96" height="96" />}
					<p>
						{t(texts.received, { name: photo.sourceName, size: sizeText(photo.sourceBytes) })}
						<br />
						<span className="hint">{t(texts.replace)}</span>
						{photo.sourceBytes > field.adviceBytes && <span className="field-note over-limit"> {advice}</span>}
						<br />
						<button className="button-link" type="submit" name={REMOVE_PHOTO} value={t(texts.remove)}>
							{t(texts.remove)}
						</button>
					</p>
					<input type="hidden" name="photo" value={photo.reference} />
				</div>
			)}
			{state.photoRemoved && (
				<p className="field-note" role="status">
					{t(texts.removed)}
				</p>
			)}
			<input
				type="file"
				{...common}
				accept={`image/jpeg,image/png,image/webp${field.work ? ",application/pdf" : ""}`}
				{...(!field.work && { "data-limit": field.adviceBytes, "data-advice": advice })}
			/>
		</>
	);
}

/** The number never stands on one line and its unit on the next. */
function sizeText(bytes: number): string {
	return bytes < 1024 * 1024
		? `${Math.max(1, Math.round(bytes / 1024))}\u00a0KB`
		: `${(bytes / 1024 / 1024).toFixed(1)}\u00a0MB`;
}
