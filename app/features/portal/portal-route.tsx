import { Outlet } from "@remix-run/react";
import { ArtistBar } from "~/ui/artist-bar";

/** Most portal pages work without script; those that need it say so. */
export const handle = { scripts: false, Bar: ArtistBar };

export default function Portal() {
  return <Outlet />;
}
