import { useTranslation } from "../../translation.tsx";

/** Pixels. */
const WIDTH = 160;

/** Where the small version of a photo is served: at most 240 px wide. */
export const smallPhoto = (photo: string) => `/uploads/${photo}-small.jpg`;

/**
 * A speaker's photo, small, and whole behind a link. With the size of its file it has its place before it is there, and
 * nothing below it moves.
 */
export function Portrait({
	photo,
	size,
	name,
	width = WIDTH,
}: {
	photo: string;
	size: { width: number; height: number } | undefined;
	name: string;
	width?: number;
}) {
	const { t } = useTranslation();
	const height = size && Math.round((width * size.height) / size.width);
	return (
		<a className="portrait" href={`/uploads/${photo}.jpg`}>
			<img src={smallPhoto(photo)} width={width} height={height} alt={t("entry.photo", { name })} />
		</a>
	);
}
