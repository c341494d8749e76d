import * as v from "valibot";
import { type CatalogueItem, catalogueItemSchema } from "~/domain/catalogue/catalogue-item";
import { spotifyLink } from "~/domain/catalogue/spotify-link";
import { list } from "~/forms/fields";
import { type FieldErrors, missingError } from "~/forms/form-reply";
import { checkLengths, partsOf } from "../fields/form-field";
import { formFields } from "../fields/form-fields";

/** Releases of one submission; posted lists are cut to it. */
export const MAX_CATALOGUE_ITEMS = 50;

export const FULL_LIST_TEXT = `One submission can transfer ${MAX_CATALOGUE_ITEMS} releases. Remove one, or send the others with your next submission.`;
const NO_RELEASE_TEXT = "Please add at least one release to transfer";
const jsonSchema = v.pipe(
  v.unknown(),
  v.transform((value) => {
    if (typeof value !== "string") return value;
    try {
      const json: unknown = JSON.parse(value);
      return json;
    } catch {
      return undefined;
    }
  }),
);

/** Allowed addresses of covers; plain http only in local runs. */
const PICTURE_URL = /^(?:https:\/\/|http:\/\/localhost[:/]|\/(?!\/))/;

// Staff open these links, so only links to this release on Spotify are accepted.
const itemSchema = v.pipe(
  jsonSchema,
  catalogueItemSchema,
  v.check(({ type, spotifyUrl }) => spotifyLink(spotifyUrl)?.type === type),
  v.transform(
    (release): CatalogueItem =>
      release.image && PICTURE_URL.test(release.image) ? release : { ...release, image: null },
  ),
);

/** A release as an object or as its JSON; undefined if it is invalid. */
export function readItem(input: unknown): CatalogueItem | undefined {
  const result = v.safeParse(itemSchema, input);
  return result.success ? result.output : undefined;
}

const itemKey = ({ type, id }: CatalogueItem) => `${type}:${id}`;

/** An item comes as an object or, from a form, as its JSON. */
export const transferEntries = {
  ...partsOf(formFields.transfer, "rule"),
  catalogueItems: v.pipe(
    list(v.fallback(v.nullable(itemSchema), null), MAX_CATALOGUE_ITEMS),
    v.transform((items) => items.filter((item) => item !== null).reduce(addCatalogueItem, [])),
  ),
};
type TransferAnswers = v.InferOutput<v.ObjectSchema<typeof transferEntries, undefined>>;

export function addCatalogueItem(
  items: readonly CatalogueItem[],
  addedItem: CatalogueItem,
): CatalogueItem[] {
  if (items.some((existing) => itemKey(existing) === itemKey(addedItem)))
    return items.map((existing) =>
      itemKey(existing) === itemKey(addedItem) ? addedItem : existing,
    );
  return items.length < MAX_CATALOGUE_ITEMS ? [...items, addedItem] : [...items];
}

export function removeCatalogueItem(
  items: readonly CatalogueItem[],
  removedItem: Pick<CatalogueItem, "type" | "id">,
): CatalogueItem[] {
  return items.filter(({ type, id }) => type !== removedItem.type || id !== removedItem.id);
}

/**
 * The rule of the specification, section 5, which marks the distributor as required but does not
 * check it.
 */
export function checkTransfer(answers: TransferAnswers): FieldErrors {
  const errors = checkLengths(formFields.transfer, answers);
  if (answers.catalogueItems.length === 0) errors.catalogueItems = missingError(NO_RELEASE_TEXT);
  return errors;
}

/** The addresses as the board takes them (specification, section 7). */
export function transferUrls(items: readonly CatalogueItem[]): string {
  return items.map(({ spotifyUrl }) => spotifyUrl).join(",");
}
