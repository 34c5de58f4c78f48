import type { SourceFile } from 'typescript'

export function parseText(name: string, text: string): SourceFile
export function parseFolder(folder: string): SourceFile[]
