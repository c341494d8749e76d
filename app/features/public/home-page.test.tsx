import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { termsSummary } from "~/domain/artists/agreement/terms";
import { labelOf } from "~/platform/label";
import { parseSettings } from "~/platform/settings";
import { HomePage } from "./home-page";

const settings = parseSettings({ SIGNING_SECRET: "s".repeat(32), BRAND_NAME: "Quay" });
const label = { ...labelOf({ settings, site: "https://quay.example" }), agreement: termsSummary };

const shelf = {
  releases: [{ id: "S1", title: "Night Ferry", type: "Single", artistName: "Sigrid Vale" }],
  artists: [{ artistId: "A1", name: "Sigrid Vale" }],
  covers: { S1: "/details/S1/cover.jpg" },
};

const home = (props: Partial<Parameters<typeof HomePage>[0]>) =>
  renderToStaticMarkup(
    <HomePage
      label={label}
      picture={undefined}
      shelf={undefined}
      team={undefined}
      isSignedIn={false}
      {...props}
    />,
  );

test("who asks for unreleased masters is named, with what they do", () => {
  const html = home({ team: [{ name: "Ada Quill", role: "Sound", text: "Masters it." }] });
  expect(html).toMatch(/<h3>Ada Quill<\/h3><strong>Sound<\/strong><p[^>]*>Masters it\.<\/p>/);
});

test("the newest release stands behind the record, and the shelf leads to all of them", () => {
  const html = home({ shelf });
  expect(html).toContain('Out now on Quay: <a href="/details/S1">Night Ferry</a> by Sigrid Vale');
  expect(html).toContain('<a href="/artist/A1">Sigrid Vale</a>');
  expect(html).toContain('<a href="/about-quay-">All artists and releases</a>');
});

test("what a label has not yet is left out", () => {
  for (const html of [home({}), home({ shelf: { releases: [], artists: [], covers: {} } })]) {
    expect(html).not.toMatch(/Out now|Out on|home-people|home-shelf|page-roster/);
    expect(html).toContain("Who listens");
  }
});
