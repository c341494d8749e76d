import * as v from "valibot";
import { expect, test } from "vitest";
import { schemaErrors } from "~/forms/schema-errors";
import { artistAnswersSchema, checkArtistStep } from "../steps/artist-step";
import { linkAddressSchema } from "./link-address";

test.each([
  "",
  "  ",
  "sigrid",
  "a@b.co",
  ` ${"a".repeat(60)}@${"b".repeat(60)}.co `,
  `a@${"b.".repeat(110)}co`,
])(
  "a link goes to %j where the artist step takes it, and is refused in the same words",
  (email) => {
    const { email: expectedError } = checkArtistStep(v.parse(artistAnswersSchema, { email }));
    expect(schemaErrors(linkAddressSchema, { email }).email).toEqual(expectedError);
  },
);
