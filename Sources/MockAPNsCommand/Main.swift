@main struct MockAPNsCommand { static func main() {} }
