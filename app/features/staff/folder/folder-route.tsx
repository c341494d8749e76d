import { Stack, Text } from "@mantine/core";
import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/ui/page-title";
import { FolderList } from "./folder-list";
import type { loader } from "./folder-route.server";

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) =>
  pageTitle(data ? `Files of ${data.artist}` : "Files", page);

/** The files of a submission by folder, for labels without a cloud drive. */
export default function StaffFolder() {
  const { reference, artist, release, received, folders } = useLoaderData<typeof loader>();
  return (
    <Stack gap="md" maw={800}>
      <p className="eyebrow">Reference {reference}</p>
      <h1>{artist}</h1>
      <Text size="lg">
        {release}, received {received}
      </Text>
      {folders.map((folder) => (
        <FolderList key={folder.name} {...folder} />
      ))}
    </Stack>
  );
}
