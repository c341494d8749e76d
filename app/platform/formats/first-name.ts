/** The first name in a full name: its first word. */
export const firstNameOf = (fullName: string): string => fullName.trim().split(/\s+/u)[0] ?? "";
