/** Characters that the name of a person has at most. */
export const MAX_PERSON_NAME = 120;

/** Whether a person can be called so: an agreement is made out to this name, and signed with it. */
export const isPersonName = (name: string): boolean => /\p{L}/u.test(name);
