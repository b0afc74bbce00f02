import { CapturesPage as Captures } from "../../features/captures/CapturesPage.tsx";
import { DeletedPage as Deleted } from "../../features/deleted/DeletedPage.tsx";
import { TagsPage as Tags } from "../../features/tags/TagsPage.tsx";
import { Frame } from "./Frame.tsx";

export const TagsPage = () => (
  <Frame>
    <Tags />
  </Frame>
);

export const CapturesPage = () => (
  <Frame>
    <Captures />
  </Frame>
);

export const DeletedPage = () => (
  <Frame>
    <Deleted />
  </Frame>
);
