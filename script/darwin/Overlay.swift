// What the Swift part of macOS's `Darwin` module adds to the C library, as far as this project uses it.
import Darwin

var errno: Int32 {
  get { __error().pointee }
  set { __error().pointee = newValue }
}
let S_IFMT: mode_t = 0o170000
let S_IFCHR: mode_t = 0o020000
let S_IFDIR: mode_t = 0o040000
let S_IFREG: mode_t = 0o100000
let S_IFLNK: mode_t = 0o120000
let SIG_DFL: sig_t? = nil
let SIG_IGN: sig_t? = unsafeBitCast(1, to: sig_t?.self)
let TIOCGWINSZ: UInt = 0x4008_7468
func fcntl(_ file: Int32, _ command: Int32) -> Int32 { 0 }
func fcntl(_ file: Int32, _ command: Int32, _ value: Int32) -> Int32 { 0 }
func fcntl(_ file: Int32, _ command: Int32, _ pointer: UnsafeMutableRawPointer) -> Int32 { 0 }
func ioctl(_ file: Int32, _ request: UInt) -> Int32 { 0 }
func ioctl(_ file: Int32, _ request: UInt, _ value: Int32) -> Int32 { 0 }
func ioctl(_ file: Int32, _ request: UInt, _ pointer: UnsafeMutableRawPointer) -> Int32 { 0 }

/// FileCloning.swift repeats this type.
private var copy: (String, String) throws(Errno) -> Void { FileCloning.copy(_:to:) }
