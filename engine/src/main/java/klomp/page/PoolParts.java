package klomp.page;

/** What the page writer and the checkpoint writer share with the pool. */
record PoolParts(
    Frames frames, FreeFrames freeFrames, PageMap map, PageFile file, PoolFailure failure) {}
