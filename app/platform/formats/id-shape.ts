/** A ULID, as everything of ours is called by, or a UUID. */
const ID =
  /^(?:[0-7][0-9A-HJKMNP-TV-Z]{25}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

/** Whether a text looks like an id: nobody's name does, nor an address or a number that people have. */
export const isId = (text: string): boolean => ID.test(text);
