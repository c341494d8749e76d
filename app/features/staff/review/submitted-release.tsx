import { Stack, Text } from "@mantine/core";
import { formatReleaseDate } from "~/domain/catalogue/format-release-date";
import { releaseDays } from "~/domain/submission/music/release-days";
import { releasePlan } from "~/domain/submission/music/release-plan";
import { releaseTypeLabels, uploadTypeLabels } from "~/domain/submission/record/board-labels";
import type { ReleaseForm } from "~/domain/submission/record/release-form";
import { longDate } from "~/platform/formats/dates";
import { writtenName } from "~/platform/formats/written-name";
import styles from "../row-list.module.css";
import { DefinitionList, linkTo } from "./definition-list";

const textIf = (isSet: boolean, text: string) => (isSet ? text : "");

/** All fields of the release and of its artist. */
export function ReleaseDetails({ form, sentAt }: { form: ReleaseForm; sentAt: string }) {
  const { full, firstSingle } = releaseDays(form);
  const hasMusic = form.uploadType !== "transfer";
  const type = releaseTypeLabels[form.releaseType];
  const stores = form.classifiedType && releaseTypeLabels[form.classifiedType];
  return (
    <>
      <Stack component="section">
        <h2>Release</h2>
        <DefinitionList
          rows={[
            ["Upload", uploadTypeLabels[form.uploadType]],
            ["Title", form.releaseTitle],
            ["Type", hasMusic ? type : ""],
            ["Type by tracks", hasMusic && stores !== type ? stores : ""],
            ["Genre", [form.primaryGenre, form.subGenre].filter(Boolean).join(", ")],
            ["Release date", hasMusic ? longDate(full) : ""],
            ["First single", firstSingle ? longDate(firstSingle) : ""],
            [
              "Early release",
              textIf(
                form.earlyReleaseRequest,
                form.earlyReleaseReason || "Asked for, without a reason",
              ),
            ],
            ["Waterfall", textIf(form.waterfallEnabled, "Yes")],
          ]}
        />
      </Stack>
      {form.waterfallEnabled && <Plan form={form} sentAt={sentAt} />}
      {form.uploadType !== "new-music" && <Transfer form={form} />}
      <Stack component="section">
        <h2>Artist</h2>
        <DefinitionList
          rows={[
            ["Artist name", form.artistName],
            ["Name", writtenName(form)],
            [
              "Email",
              form.email && (
                <a key="mail" href={`mailto:${encodeURIComponent(form.email)}`}>
                  {form.email}
                </a>
              ),
            ],
            ["Phone", form.phone],
            ["Location", [form.city, form.country].filter(Boolean).join(", ")],
            ["Spotify", linkTo(form.spotifyProfile)],
            ["Instagram", linkTo(form.instagramProfile)],
            ["TikTok", linkTo(form.tiktokProfile)],
            ["Bio", form.bio],
            ["For fans of", form.influences],
            [
              "Publishing administration",
              form.publishingAdministrationInterest ? "Interested" : "Not interested",
            ],
            ["PRO number", form.proNumber],
          ]}
        />
      </Stack>
    </>
  );
}

function Plan({ form, sentAt }: { form: ReleaseForm; sentAt: string }) {
  const plan = releasePlan(form.tracks, form.releaseTitle, sentAt);
  return (
    <Stack component="section">
      <h2>Release plan</h2>
      <DefinitionList
        rows={plan.map(({ date, title, comesOut, hasClips, clipDate, index }) => [
          `${longDate(date)}, track ${index + 1}`,
          `${title}: ${comesOut}${hasClips && clipDate ? `. Clips from ${longDate(clipDate)}` : ""}`,
        ])}
      />
    </Stack>
  );
}

function Transfer({ form }: { form: ReleaseForm }) {
  return (
    <Stack component="section">
      <h2>Catalogue transfer</h2>
      <DefinitionList rows={[["Current distributor", form.distributor]]} />
      <ol className={styles.list}>
        {form.catalogueItems.map((item) => (
          <li key={`${item.type}:${item.id}`}>
            {linkTo(item.spotifyUrl)}
            <p>
              <strong>{item.title}</strong>, {item.artist}
            </p>
            <Text size="sm" c="dimmed">
              {[
                item.type === "album" ? "Album" : "Track",
                item.type === "album" ? item.albumDetails.label : item.trackDetails.label,
                formatReleaseDate(item.releaseDate),
              ]
                .filter(Boolean)
                .join(" · ")}
            </Text>
          </li>
        ))}
      </ol>
    </Stack>
  );
}
