import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import * as v from "valibot";
import { expect, test } from "vitest";
import { releaseFormSchema } from "~/domain/submission/record/release-form";
import { ReleaseDetails } from "./submitted-release";

test("the plan names days of clips as people write them, and none before the release was sent", () => {
  const track = { metadata: { soloWork: true }, socialClipsEnabled: true };
  const form = v.parse(releaseFormSchema, {
    waterfallEnabled: true,
    tracks: [
      { ...track, title: "Dawn", releaseDate: "2026-12-05" },
      { ...track, title: "Dusk", releaseDate: "2027-01-16" },
    ],
  });
  const html = renderToStaticMarkup(
    <MantineProvider>
      <ReleaseDetails form={form} sentAt="2026-11-21T12:00:00.000Z" />
    </MantineProvider>,
  );
  expect(html).toContain("Dawn: Single<");
  expect(html).toContain("the full release. Clips from December 26, 2026<");
});
