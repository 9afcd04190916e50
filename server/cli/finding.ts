/** What `doctor` found. */
export interface Finding {
	ok: boolean;
	/** Works, but needs attention. */
	warns?: true;
	text: string;
}

export const fine = (text: string): Finding => ({ ok: true, text });
export const warning = (text: string): Finding => ({ ok: true, warns: true, text });
export const fault = (text: string): Finding => ({ ok: false, text });
