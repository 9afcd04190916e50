import { useTranslation } from "../../translation.tsx";

/** Pixels. */
const WIDTH = 160;

/** Where the small version of a photo is served: at most 240 px wide. */
export const smallPhoto = (photo: string) => `/uploads/${photo}-small.jpg`;

/** A small photo of a speaker that links to the full one. Its size is set, so that nothing moves when it loads. */
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
