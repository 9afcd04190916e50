import { useTranslation } from "../translation.tsx";

const WIDTH = 160;

/** A speaker's photo. With the size of its file it has its place before it is there, and nothing below it moves. */
export function Portrait({
	photo,
	size,
	name,
}: {
	photo: string;
	size: { width: number; height: number } | undefined;
	name: string;
}) {
	const { t } = useTranslation();
	const height = size && Math.round((WIDTH * size.height) / size.width);
	return (
		<img
			className="portrait"
			src={`/uploads/${photo}.jpg`}
			width={WIDTH}
			height={height}
			alt={t("entry.photo", { name })}
		/>
	);
}
