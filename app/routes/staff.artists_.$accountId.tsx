export { default, meta } from "~/features/staff/artists/artist-account-route";
export { action, loader } from "~/features/staff/artists/artist-account-route.server";
