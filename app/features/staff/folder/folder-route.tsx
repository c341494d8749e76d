import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/ui/page-title";
import { StaffPage } from "../staff-page";
import { FolderList } from "./folder-list";
import type { loader } from "./folder-route.server";

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) =>
  pageTitle(data ? `Files of ${data.artist}` : "Files", page);

/** The files of a submission by folder, for labels without a cloud drive. */
export default function StaffFolder() {
  const { reference, artist, release, received, folders } = useLoaderData<typeof loader>();
  return (
    <StaffPage
      above={`Reference ${reference}`}
      heading={artist}
      lead={`${release}, received ${received}`}
      maxWidth={800}
    >
      {folders.map((folder) => (
        <FolderList key={folder.name} {...folder} />
      ))}
    </StaffPage>
  );
}
