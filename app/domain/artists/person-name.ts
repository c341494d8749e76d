export const MAX_PERSON_NAME = 120;

/** Whether this can be a person's name: agreements are made out to it and signed with it. */
export const isPersonName = (name: string): boolean => /\p{L}/u.test(name);
