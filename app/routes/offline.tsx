/** Shown offline where the page asked for is not cached. */
export { offlinePageLoader as loader } from "~/features/wizard/offline/offline-routes.server";
