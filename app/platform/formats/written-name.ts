interface PersonNames {
  firstName?: string | undefined;
  surname?: string | undefined;
  /** The specification's word for a songwriter's surname. */
  lastName?: string | undefined;
  /** As its owner writes it, such as with the family name first. */
  fullName?: string | undefined;
}

/** What stands as the surname of somebody with one name, as forms ask for both. */
export const NO_SURNAME = "-";

/** A person's name as its owner writes it, else first name before surname. */
export function writtenName({ firstName, surname, lastName, fullName }: PersonNames): string {
  const parts = [firstName, surname ?? lastName].map((part) => part?.trim());
  return fullName?.trim() || parts.filter((part) => part && part !== NO_SURNAME).join(" ");
}
