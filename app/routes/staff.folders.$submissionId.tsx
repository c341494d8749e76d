import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData, useRouteError } from "@remix-run/react";
import { clipsOfSubmission } from "~/clips/clip-store.server";
import { ErrorPage } from "~/components/error-page";
import notice from "~/components/notice-page.module.css";
import { pageTitle } from "~/components/page-title";
import { longDate } from "~/platform/formats/dates";
import { refusal } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";
import { releaseName } from "~/submission/record/release-name";
import { findSubmission } from "~/submission/record/submission-store.server";
import { FolderList } from "~/views/staff/folder/folder-list";
import { foldersOf } from "~/views/staff/folder/folders-of";

const NOT_FOUND = "There's no submission at this address.";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { db } = context;
  await requireStaff(context);
  const submission = await findSubmission(db, params.submissionId ?? "");
  if (!submission) throw refusal(404, NOT_FOUND);
  const { id, reference, form, files, createdAt } = submission;
  return {
    reference,
    artist: form.artistName,
    release: releaseName(form),
    received: longDate(createdAt),
    folders: foldersOf(form, files, await clipsOfSubmission(db, id)),
  };
}

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
