export { action, loader } from "~/features/staff/artists/publish-artist-route.server";
