export { default, meta } from "~/features/staff/artists/artists-route";
export { action, loader } from "~/features/staff/artists/artists-route.server";
