import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData, useRouteError } from "@remix-run/react";
import { ErrorPage } from "~/ui/error-page";
import notice from "~/ui/notice-page.module.css";
import { pageTitle } from "~/ui/page-title";
import { FolderList } from "./folder-list";
import type { loader } from "./folder-route.server";

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) =>
  pageTitle(data ? `Files of ${data.artist}` : "Files", page);

/** The files of a submission by folder, for labels without a cloud drive. */
export default function StaffFolder() {
  const { reference, artist, release, received, folders } = useLoaderData<typeof loader>();
  return (
    <div className={notice.page}>
      <p className="eyebrow">Reference {reference}</p>
      <h1>{artist}</h1>
      <p className={notice.lead}>
        {release}, received {received}
      </p>
      {folders.map((folder) => (
        <FolderList key={folder.name} {...folder} />
      ))}
    </div>
  );
}

/** The root has no data after a refused post, so its error page would lack brand and contact. */
export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
