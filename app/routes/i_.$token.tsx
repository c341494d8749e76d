export { default, handle, meta } from "~/features/wizard/links/invitation-route";
export { loader } from "~/features/wizard/links/invitation-route.server";
